"""The database: its schema, transactions on SQLite and PostgreSQL, migrations and backups."""
