"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Say here what changes and why. Triggers on rebuilt tables are put back afterwards."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """There is no way back: an upgrade leaves a backup beside the store."""
    raise RuntimeError("Restore the backup that the upgrade made.")
