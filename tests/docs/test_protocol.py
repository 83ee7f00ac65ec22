"""The page about the protocol names every message with its fields."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from teahouse.web.typescript import FROM_CLIENT, FROM_SERVER

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text()
MESSAGES = [*get_args(FROM_CLIENT), *get_args(FROM_SERVER)]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message.__name__))
def test_every_message_has_its_row_with_its_fields(message: Any) -> None:
    (row,) = re.findall(rf"^\| `{message.__struct_config__.tag}` \| (.*?) \|", PAGE, re.MULTILINE)
    assert re.findall(r"`(\w+)`", row) == [field.encode_name for field in msgspec.structs.fields(message)]
