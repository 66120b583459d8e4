import { openMailer } from '../adapters/mail.ts';
import { openQueue } from '../adapters/queue.ts';
import { openSecret } from '../adapters/secrets.ts';
import { sendWebhook } from '../adapters/webhook.ts';
import { LIMITS } from '../domain/limits.ts';
import type { CoreDeps, NotifierDeps } from './deps.ts';
import type { Metrics } from './metrics.ts';

const LOCAL = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The notifier's ways out, as the settings have them. */
export function notifierDeps(core: CoreDeps, metrics: Metrics): NotifierDeps {
  const { config } = core;
  const ses = config.standIns?.ses;
  return {
    ...core,
    metrics,
    secret: openSecret(config),
    queue: openQueue(config),
    mailer: openMailer({
      client: { region: config.region, ...(ses && { endpoint: ses, credentials: LOCAL }) },
      from: config.sender?.from ?? null,
      configurationSet: config.sender?.configurationSet ?? null,
      timeoutMs: LIMITS.deliveryTimeoutMs,
    }),
    sendWebhook,
  };
}
