import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** From the root of the archive, with slashes. */
  name: string;
  body: Buffer;
}

/** The files below a folder, in the order of their names. */
export function entriesIn(folder: string): ZipEntry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => ({ name: relative(folder, path).replaceAll(sep, '/'), body: readFileSync(path) }));
}

const VERSION = 20;
const UTF8_NAMES = 0x800;
const DEFLATED = 8;
/** The first day that an archive can say: the same files make the same bytes. */
const FIRST_OF_1980 = 0x21;
const BY_UNIX = 3 << 8;
/** A file that everybody may read, as Lambda demands. */
const READABLE = (0o100644 << 16) >>> 0;

/** An archive of files, such as Lambda takes. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, body } of entries) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(body, { level: 9 });
    const common = Buffer.concat([
      shorts(VERSION, UTF8_NAMES, DEFLATED, 0, FIRST_OF_1980),
      longs(crc32(body), packed.length, body.length),
      shorts(path.length, 0),
    ]);
    const file = Buffer.concat([longs(0x04034b50), common, path, packed]);
    directory.push(
      longs(0x02014b50),
      shorts(BY_UNIX | VERSION),
      common,
      shorts(0, 0, 0),
      longs(READABLE, at),
      path,
    );
    files.push(file);
    at += file.length;
  }
  const listed = Buffer.concat(directory);
  const { length } = entries;
  return Buffer.concat([
    ...files,
    listed,
    longs(0x06054b50),
    shorts(0, 0, length, length),
    longs(listed.length, at),
    shorts(0),
  ]);
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, 2 * at);
  return bytes;
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
}
