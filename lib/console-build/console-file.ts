/** A file of the console as it is served: by the gateway of one machine, or from a bucket behind CloudFront. */
export interface ConsoleFile {
  /** From the root of the site: `/app/index.html`, `/assets/app-<hash>.js`. */
  path: string;
  body: Buffer;
  contentType: string;
  cacheControl: string;
}

/** A name with a hash of its content means the same for ever. */
export const HASHED_CACHE = 'public, max-age=31536000, immutable';

/**
 * A document names the files of its build, so that each visit asks for the newest. What stands between keeps one for a
 * minute, which is how late a new build is seen at most.
 */
export const DOCUMENT_CACHE = 'public, max-age=0, s-maxage=60, must-revalidate';

export function documentFile(path: string, html: string): ConsoleFile {
  return {
    path,
    body: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    cacheControl: DOCUMENT_CACHE,
  };
}
