import { describe, expect, it } from 'vitest';
import { chatHookOf } from '../../../../../lib/domain/alerts/sending/chat-hook.ts';

describe('chatHookOf', () => {
  it.each([
    'https://hooks.slack.com/services/T0/B0/x',
    'https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz',
    'https://chat.example.com/hooks/65a1b2c3d4e5f60718293a4b/abcdefghijklmnopqrstuvwx',
    'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
    'https://discord.com/api/webhooks/123/abc_DEF-1',
    'https://discord.com/api/webhooks/123/abc/slack',
    'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=s',
    'https://api.telegram.org/bot1:AA/sendMessage?chat_id=5',
    'https://ntfy.sh/my-jobs',
    'https://example.com/mattermost/hooks/abcdefghijklmnopqrstuvwxyz',
    'https://chat.example.com/hooks/aBcDeFgHiJkLmNoPq/abcdefghijklmnopqrstuvwx',
    'https://canary.discord.com/api/v10/webhooks/123/abc',
    'https://discordapp.com/api/webhooks/123/abc',
    'https://x.ab.environment.api.powerplatform.com/powerautomate/automations/a',
    'https://acme.webhook.office.com/webhookb2/a',
    'https://ntfy.example.com/my-jobs',
  ])('knows %s', (url) => {
    expect(chatHookOf(url)).not.toBe(null);
  });

  it.each([
    'https://example.com/hook',
    'https://example.com/hooks/alerts',
    'https://example.com/hooks/alerts/cron',
    'https://hooks.slack.com.example.com/services/T0/B0/x',
    'https://evil-discord.com/api/webhooks/123/abc',
    'https://discord.com/channels/1',
    'https://logic.azure.com.example.com/workflows/a',
    'https://evillogic.azure.com/workflows/a',
    'https://api.telegram.org/bot1:AA/getMe',
    'https://ntfy.sh/',
    'https://ntfy.sh/a/b',
    'no url',
  ])('does not take %s for one', (url) => {
    expect(chatHookOf(url)).toBe(null);
  });
});
