"""The ways into an account beside its password: recovery codes, passkeys and letters."""
