import { COLLECTORS, type CollectorId } from '../collector.ts';
import { alloySetup } from './alloy.ts';
import { collectdSetup } from './collectd.ts';
import type { Family } from './machine.ts';
import { oneLineInstallation } from './installation.ts';
import { ncpaSetup } from './ncpa.ts';
import { opentelemetrySetup } from './opentelemetry.ts';
import {
  type Setup,
  type SetupFile,
  type SetupInput,
  type WrittenFile,
  type Writer,
  putCommand,
} from './setup.ts';
import { snmpSetup } from './snmp.ts';
import { stepsOf } from './steps.ts';
import { telegrafSetup } from './telegraf.ts';

const WRITERS: Readonly<Record<CollectorId, Writer>> = {
  alloy: alloySetup,
  telegraf: telegrafSetup,
  opentelemetry: opentelemetrySetup,
  ncpa: ncpaSetup,
  collectd: collectdSetup,
  snmp: snmpSetup,
};

/** Stands for the credential where a setup is shown again. */
export const CREDENTIAL = '<CREDENTIAL>';

/** The setup of a channel: the same input gives the same text, so what was handed out can be shown again. */
export function setupOf(input: SetupInput): Setup {
  const { collector, ingestOrigin, machine } = input;
  const credential = input.credential ?? CREDENTIAL;
  const { path, scheme, files, companions } = WRITERS[collector]({ ...input, credential });
  return {
    connection: { kind: COLLECTORS[collector].kind, endpoint: ingestOrigin + path, scheme, credential },
    configuration: files[0].content,
    companions,
    files: files.map((file) => shownFile(file, machine.family)),
    steps: stepsOf(input),
    installation: oneLineInstallation(input, files),
  };
}

function shownFile(file: WrittenFile, family: Family): SetupFile {
  const { name, path, owner, group, mode, content } = file;
  if (family !== 'other') return { name, path, owner, group, mode, content, put: putCommand(file) };
  return { name, path: null, owner: null, group: null, mode: null, content, put: null };
}
