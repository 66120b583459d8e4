import { openMailer } from '../adapters/mail.ts';
import { openQueue } from '../adapters/queue.ts';
import { openSecret } from '../adapters/secrets.ts';
import { sendWebhook } from '../adapters/webhook.ts';
import { LIMITS } from '../domain/limits.ts';
import type { CoreDeps, NotifierDeps } from './deps.ts';
import type { Metrics } from './metrics.ts';

/** The notifier's ways out, as the settings have them. */
export function notifierDeps(core: CoreDeps, metrics: Metrics): NotifierDeps {
  const { config } = core;
  const { ses } = config.endpoints;
  const local = { endpoint: ses, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  return {
    ...core,
    metrics,
    secret: openSecret(config),
    queue: openQueue(config),
    mailer: openMailer({
      client: { region: config.region, ...(ses && local) },
      from: config.mailFrom || null,
      configurationSet: config.mailConfigurationSet || null,
      timeoutMs: LIMITS.deliveryTimeoutMs,
    }),
    sendWebhook,
  };
}
