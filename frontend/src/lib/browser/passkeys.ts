/** Passkeys in this browser: its API takes bytes, the server's JSON contains them as base64url. */

import * as api from "../api";
import type { Person } from "../wire";

type Json = Readonly<Record<string, unknown>>;
/** A part of the options whose `id` is text in JSON. */
type Named = Json & { readonly id: string };
type Options = Json & {
  readonly challenge: string;
  readonly user?: Named;
  readonly excludeCredentials?: readonly Named[];
  readonly allowCredentials?: readonly Named[];
};

/** Does this browser support passkeys at this address? They need https and a host name, not an IP address. */
export function canUsePasskeys(): boolean {
  const isName = !/^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && isName && "PublicKeyCredential" in globalThis;
}

/** Create a passkey for this account; the browser asks the visitor to confirm. */
export async function makePasskey(options: unknown): Promise<Json> {
  return asJson(await navigator.credentials.create({ publicKey: withBytes(options) }));
}

/** Sign in with a passkey that the visitor chooses. */
export async function signInByPasskey(): Promise<Person> {
  const { publicKey } = await api.passkeyOptions();
  return api.loginByPasskey(asJson(await navigator.credentials.get({ publicKey: withBytes(publicKey) })));
}

/** Did the visitor close the browser's dialog? That is no error. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name);

type BrowserOptions = PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;

function withBytes(given: unknown): BrowserOptions {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed JSON has no type
  const options = given as Options;
  const named = (one: Named): Json => ({ ...one, id: bytesOf(one.id) });
  const made = {
    ...options,
    challenge: bytesOf(options.challenge),
    ...(options.user && { user: named(options.user) }),
    excludeCredentials: options.excludeCredentials?.map(named) ?? [],
    allowCredentials: options.allowCredentials?.map(named) ?? [],
  };
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the server sends what browsers accept
  return made as unknown as BrowserOptions;
}

function asJson(made: Credential | null): Json {
  if (!(made instanceof PublicKeyCredential)) throw new DOMException("no passkey", "NotAllowedError");
  const { response } = made;
  const parts: Record<string, string | null> = { clientDataJSON: textOf(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse)
    parts["attestationObject"] = textOf(response.attestationObject);
  if (response instanceof AuthenticatorAssertionResponse) {
    parts["authenticatorData"] = textOf(response.authenticatorData);
    parts["signature"] = textOf(response.signature);
    parts["userHandle"] = response.userHandle && textOf(response.userHandle);
  }
  return { id: made.id, rawId: textOf(made.rawId), type: made.type, response: parts };
}

/** Bytes from base64url. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Bytes as base64url. */
export const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
