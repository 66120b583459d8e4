import { isOperatorToken, OPERATOR_TOKEN_RULE } from '../../domain/statistics/operator/operator-settings.ts';
import { anyText, flag, textThat, wholeNumber, type Form, type MachineSetting } from './setting.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Alerts wait for a check, and timers of more than 24 days fire at once. */
const DAY_SEC = 86_400;

/** Seconds; null for `off`. */
const everySec: Form<number | null> = (given) => {
  if (given === 'off') return null;
  const [, amount, unit = ''] = /^(\d{1,5})([smh])$/.exec(String(given)) ?? [];
  const seconds = Number(amount) * (UNITS[unit] ?? 0);
  return seconds > 0 && seconds <= DAY_SEC ? seconds : undefined;
};

/** A switch of the command line. */
const on = { ...flag, default: false, unset: 'no', takes: '' };

/** A secret whose text is judged where it is used. */
const secret = { form: anyText, rule: 'a text', secret: true } as const;

/** What is chosen on one machine alone. */
export const machineOnly = {
  port: {
    ...wholeNumber(0, 65_535),
    default: 8787,
    takes: 'N',
    says: 'where the service listens',
  },
  data: {
    form: anyText,
    rule: 'the path of a folder',
    unset: '`.rollcall`',
    takes: 'FOLDER',
    says: 'where data survives a restart, in files that only their owner can read',
  },
  memory: { ...on, says: 'keeps no data' },
  checkEvery: {
    form: everySec,
    rule: 'a time such as 30s, 5m or 1h, at most 24h, or off',
    default: '5m',
    takes: '5m|off',
    says: 'a start checks at once, then so often, once a day (`24h`) at least; `off` checks only when asked',
  },
  allowLoopbackAlerts: {
    ...on,
    says: 'lets `alert_url` be `http://127.0.0.1:*` or `http://localhost:*`, beside public HTTPS; while it is on, pages of other sites may only read',
  },
  seed: { ...on, says: 'makes a sample owner' },
  issuerPort: {
    ...wholeNumber(1, 65_535),
    unset: 'the port after the first `port` of the data',
    takes: 'N',
    says: 'where the issuer of this machine listens, which signs people in; on another port everybody begins a new account',
  },
  operatorToken: {
    form: textThat(isOperatorToken),
    rule: OPERATOR_TOKEN_RULE,
    secret: true,
    takes: 'TEXT',
    says: 'opens [the statistics](statistics.md) to you',
  },
  homologCredential: { ...secret, says: 'the credential of a rehearsal' },
  facilitatorKey: {
    ...secret,
    says: 'the API key of a facilitator that asks for one: JSON, as the Coinbase Developer Platform hands it out',
  },
  issuerClientSecret: { ...secret, says: 'the secret of the client at `issuer`' },
} satisfies Record<string, MachineSetting>;
