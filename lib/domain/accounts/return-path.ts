const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,499}$/;

/**
 * Whether a text is a path of this service to which a sign-in may return: one slash first, so that no browser takes what
 * follows for a host, no backslash, which browsers read as a slash, and no further sign-in.
 */
export function isReturnPath(text: string): boolean {
  return PATH.test(text) && !/^\/auth(?:[/?#]|$)/.test(text);
}
