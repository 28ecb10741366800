"""Card types: each turns a note into cards. One file per type; `registry` lists them."""
