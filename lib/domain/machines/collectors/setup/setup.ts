import type { CollectorId, Group, InputKind } from '../collector.ts';
import type { Family, Machine } from './machine.ts';

/** What a configuration is written from. */
export interface SetupInput {
  collector: CollectorId;
  /** What it is to measure, which it can. */
  measured: readonly Group[];
  /** Where jobs and collectors send, as `https://host`. */
  ingestOrigin: string;
  /** Null where the setup is shown again: a placeholder stands for it then. */
  credential: string | null;
  deviceId: string;
  machine: Machine;
}

/** Where a collector sends, and by what it is known. */
export interface Connection {
  kind: InputKind;
  endpoint: string;
  /** How the credential is sent: in `Authorization`, as Bearer or Token, or in a form. */
  scheme: 'bearer' | 'token' | 'form';
  credential: string;
}

/** A file of the collector, where it lies on the systems that we know. */
export interface WrittenFile {
  name: string;
  path: string;
  owner: string;
  group: string;
  /** Octal. */
  mode: string;
  /** Ends with a newline. */
  content: string;
  /** Whether the machine may have a file of its own there, which is kept under another name then. */
  mayBeTaken?: true;
}

/** The same as it is handed out: where we do not know the system, content alone. */
export interface SetupFile {
  name: string;
  path: string | null;
  owner: string | null;
  group: string | null;
  mode: string | null;
  content: string;
  /** The command that writes it, to be run as root. */
  put: string | null;
}

/** What the system beside the collector needs, such as an account of a database. */
export interface Companion {
  title: string;
  /** What is to be done and why, in sentences. */
  note: string;
  /** What is pasted there. */
  content: string;
}

/** What is done by hand, each a command to be run as root; null where we do not know it on this system. */
export interface Steps {
  system: string;
  family: Family;
  packages: readonly string[] | null;
  /** Installs the packages, where the system's own archive has them. */
  fresh: string | null;
  /** Starts the service anew with what was written. */
  start: string | null;
  /** Runs it where one sees what it says. */
  foreground: string | null;
  /** Says whether it works. */
  verify: string | null;
  /** What else there is to know, in sentences. */
  note: string;
}

/** All that is handed out for one channel (SPEC.md `setup`). */
export interface Setup {
  connection: Connection;
  /** The file of the collector, or of the agent, that says what is measured: the first of the files. */
  configuration: string;
  companions: readonly Companion[];
  files: readonly SetupFile[];
  steps: Steps;
  /** Null where it could not be trusted, and without the credential. */
  installation: { oneLine: string } | null;
}

/** What is written for one collector; the rest of a setup follows from it. */
export interface WrittenSetup {
  path: string;
  scheme: Connection['scheme'];
  /** The configuration first. */
  files: readonly [WrittenFile, ...WrittenFile[]];
  companions: readonly Companion[];
}

/** The same with the text that stands for the credential. */
export type Writer = (input: SetupInput & { credential: string }) => WrittenSetup;

/** The command that writes a file, its rights first: nobody reads it meanwhile. To be run as root, by any POSIX shell. */
export function putCommand({ path, owner, group, mode, content, mayBeTaken }: WrittenFile): string {
  const directory = path.slice(0, path.lastIndexOf('/'));
  const keep = `{ grep -qs Rollcall ${path} || mv ${path} ${path}.before-rollcall 2>/dev/null || :; } && `;
  return [
    `${mayBeTaken ? keep : ''}mkdir -p ${directory} && install -m ${mode} -o ${owner} -g ${group} /dev/null ${path} && cat >${path} <<'ROLLCALL_END'`,
    `${content}ROLLCALL_END`,
  ].join('\n');
}
