"""The database: tables, journal, cards. The only package that knows SQLAlchemy."""
