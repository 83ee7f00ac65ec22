"""The metadata to which all tables of the database belong."""

from typing import Final

from sqlalchemy import MetaData

metadata: Final = MetaData()
