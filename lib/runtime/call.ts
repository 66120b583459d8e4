/** A request, whatever brought it here. */
export interface Call {
  method: string;
  /** Decoded once. */
  path: string;
  /** As it was sent, without the question mark. */
  rawQuery: string;
  /** By lower-case name; cookies are apart. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Each as `name=value`. */
  cookies: readonly string[];
  body: CallBody;
  /** Address of who called, IPv4 or IPv6 without a port: as CloudFront saw it where the call came by it, else the gateway. */
  clientAddress: string;
  /** By what it comes where it was made for somebody, who then is the client: by a tool of an agent. */
  via?: 'mcp';
  requestId: string;
  /** The route that led here, without the secrets of the path: `ANY /in/{proxy+}`; `$default` when there was none. */
  routeKey: string;
}

/** A request body, decoded only as far as it is asked for. */
export interface CallBody {
  readonly byteLength: number;
  bytes(): Buffer;
  /** The last bytes, at most so many, and whether they are all. */
  end(maxBytes: number): { bytes: Buffer; isWhole: boolean };
  /** Null when it is not UTF-8. */
  text(): string | null;
}

/** An answer, whatever carries it away. */
export interface Reply {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Each the value of a `Set-Cookie`. */
  cookies?: readonly string[];
  body: string | Uint8Array;
}

/** The value of a cookie, or undefined. One that was sent twice, as no browser does, is not believed. */
export function cookieOf(call: Pick<Call, 'cookies'>, name: string): string | undefined {
  const values = call.cookies
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** The content type of a body without what follows it, in lower case; empty when none was sent. */
export function contentTypeOf({ headers }: Pick<Call, 'headers'>): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}
