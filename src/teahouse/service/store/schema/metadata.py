"""What all tables of the database belong to."""

from typing import Final

from sqlalchemy import MetaData

metadata: Final = MetaData()
