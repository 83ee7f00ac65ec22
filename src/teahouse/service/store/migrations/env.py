"""Runs migrations on the connection that `teahouse.service.store.migrate` hands over."""

from alembic import context

from teahouse.service.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
