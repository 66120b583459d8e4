import { isMailAddress } from './mail-address.ts';
import { normalMailbox } from './channel.ts';
import { awsTargetOf } from './sending/aws-target.ts';

/** Who may be told by a topic or bus of the operator. */
export interface AwsBinding {
  arn: string;
  /** The address of an account, or the id of an organization. */
  owner: string;
}

/** An owner as far as a binding names it. */
export interface Bound {
  kind: 'guest' | 'account' | 'organization';
  id: string;
  email?: string;
}

/** So many fit into what a function is told, and into its policy. */
const BINDINGS_MAX = 10;
const ORGANIZATION_ID = /^[0-9A-Za-z]{22}$/;

export const AWS_CHANNELS_RULE = `up to ${BINDINGS_MAX} ARNs of topics and event buses, each with who may use it, such as arn:aws:sns:eu-central-1:111122223333:alerts=ops@example.com, with commas between them`;

/** The bindings of a setting; undefined of a text that has none. */
export function awsChannelsOf(text: string): AwsBinding[] | undefined {
  const bindings = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return { arn: pair.slice(0, Math.max(0, at)), owner: pair.slice(at + 1) };
  });
  // How a topic is told is for its channel to say: the right is that of the topic.
  const isKnown = ({ arn, owner }: AwsBinding) =>
    awsTargetOf(arn)?.arn === arn && (isMailAddress(owner) || ORGANIZATION_ID.test(owner));
  const isDistinct = new Set(bindings.map(({ arn, owner }) => `${arn}=${owner}`)).size === bindings.length;
  return bindings.length <= BINDINGS_MAX && bindings.every(isKnown) && isDistinct ? bindings : undefined;
}

/** Whose channels may send texts to numbers. */
export interface SmsSettings {
  owners: readonly string[];
}

export const SMS_OWNERS_RULE = `up to ${BINDINGS_MAX} addresses of accounts and ids of organizations, with commas between them`;

/** The owners of a setting; undefined of a text that names none. */
export function smsOwnersOf(text: string): string[] | undefined {
  const owners = text.split(',');
  const isKnown = owners.every((owner) => isMailAddress(owner) || ORGANIZATION_ID.test(owner));
  return isKnown && owners.length <= BINDINGS_MAX ? owners : undefined;
}

/** Whether an owner may have texts sent, which whoever runs the service pays for. */
export function mayText(settings: SmsSettings | null, owner: Bound): boolean {
  return (settings?.owners ?? []).some((name) => isNamed(name, owner));
}

/** Whether an owner may be told by a topic or bus. A guest never: nobody knows who that is. */
export function mayBeToldBy(bindings: readonly AwsBinding[] | null, arn: string, owner: Bound): boolean {
  return (bindings ?? []).some((binding) => binding.arn === arn && isNamed(binding.owner, owner));
}

/** The topics and buses by which an owner may be told. */
export function arnsOf(bindings: readonly AwsBinding[] | null, owner: Bound): string[] {
  return (bindings ?? []).filter((binding) => isNamed(binding.owner, owner)).map(({ arn }) => arn);
}

function isNamed(name: string, { kind, id, email }: Bound): boolean {
  switch (kind) {
    case 'guest':
      return false;
    case 'account':
      return email !== undefined && normalMailbox(email) === normalMailbox(name);
    case 'organization':
      return id === name;
  }
}
