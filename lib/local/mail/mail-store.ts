import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../start-error.ts';

/** How many mails are kept; the oldest go first. */
export const MAILS_KEPT = 500;

/** A mail as its receiver would see it. */
export interface LocalMail {
  /** All receivers, comma between them. */
  to: string;
  subject: string;
  text: string | null;
  html: string | null;
  /** When it was sent by the service's clock, ISO 8601. */
  at: string;
  /** What the sender added, `List-Unsubscribe` for one. */
  headers: { name: string; value: string }[];
  /** What a report on it names again. */
  tags?: Record<string, string[]>;
}

/** The newest mails, in memory and, when there is a file, as one JSON line each. */
export class MailStore {
  #file: string | null;
  #oldestFirst: LocalMail[];
  #linesInFile = 0;

  /** @throws StartError when the file cannot be read or written */
  constructor(file: string | null) {
    this.#file = file;
    this.#oldestFirst = [];
    if (file === null) return;
    try {
      mkdirSync(dirname(file), { recursive: true });
      this.#oldestFirst = storedMails(file).slice(-MAILS_KEPT);
      this.#rewrite(file);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error;
      throw new StartError(
        `The mail file ${file} cannot be used (${code}); choose another folder with --data.`,
      );
    }
  }

  /** The mail is on file, when there is one, once this returns. */
  add(mail: LocalMail): void {
    this.#oldestFirst.push(mail);
    if (this.#oldestFirst.length > MAILS_KEPT) this.#oldestFirst.shift();
    if (this.#file === null) return;
    if (this.#linesInFile >= 2 * MAILS_KEPT) this.#rewrite(this.#file);
    else {
      appendFileSync(this.#file, lineOf(mail), { mode: 0o600 });
      this.#linesInFile += 1;
    }
  }

  newestFirst(): LocalMail[] {
    return this.#oldestFirst.toReversed();
  }

  #rewrite(file: string): void {
    writeFileSync(`${file}.new`, this.#oldestFirst.map(lineOf).join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    this.#linesInFile = this.#oldestFirst.length;
  }
}

function lineOf(mail: LocalMail): string {
  return `${JSON.stringify(mail)}\n`;
}

/** A line torn by a crash is left out. */
function storedMails(file: string): LocalMail[] {
  return textOf(file).split('\n').flatMap(mailOf);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function mailOf(line: string): LocalMail[] {
  try {
    const mail: unknown = JSON.parse(line);
    // Only this class writes the file, so a line that parses is a mail.
    return typeof mail === 'object' && mail !== null ? [mail as LocalMail] : [];
  } catch {
    return [];
  }
}
