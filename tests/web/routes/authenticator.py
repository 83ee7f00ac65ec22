"""A passkey in software that registers and signs like a browser's authenticator, and can cheat on request."""

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib import import_module
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

cbor2: Any = import_module("cbor2")

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class SoftwareKey:
    """One passkey, at one origin."""

    def __init__(self, origin: str, *, verifies: bool = True) -> None:
        self.origin = origin
        self.id = os.urandom(16)
        self.count = 0
        self.handle = b""
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._flags = PRESENT | (VERIFIED if verifies else 0)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.create`."""
        self.handle = bytes_of(options["user"]["id"])
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], self._flags | HAS_KEY) + attested
        return self._credential(
            clientDataJSON=text_of(self._client_data("webauthn.create", options["challenge"])),
            attestationObject=text_of(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.get`."""
        self.count += 1
        data = self._data(options["rpId"], self._flags)
        client = self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=text_of(client),
            authenticatorData=text_of(data),
            signature=text_of(signature),
            userHandle=text_of(self.handle),
        )

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _credential(self, **response: str) -> dict[str, Any]:
        return {"id": text_of(self.id), "rawId": text_of(self.id), "type": "public-key", "response": response}
