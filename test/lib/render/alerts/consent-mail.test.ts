import { describe, expect, it } from 'vitest';
import { consentMail } from '../../../../lib/render/alerts/consent-mail.ts';

const INPUT = {
  address: 'alice@example.com',
  monitorName: 'Nightly backup',
  isOfChannel: false,
  confirmUrl: 'https://rollcall.example/confirm?t=abc&v=1',
};

describe('consentMail', () => {
  it('asks for consent and gives the link in both parts', () => {
    const mail = consentMail(INPUT);

    expect(mail.subject).toBe('Confirm this address for Rollcall alerts');
    expect(mail.text).toContain(
      'e-mail alice@example.com when the monitor “Nightly backup” goes silent or fails.',
    );
    expect(mail.text).toContain('Confirm this address:\nhttps://rollcall.example/confirm?t=abc&v=1');
    expect(mail.html).toContain('href="https://rollcall.example/confirm?t=abc&amp;v=1"');
  });

  it('asks for all jobs where a channel is to mail the address', () => {
    const { text } = consentMail({ ...INPUT, isOfChannel: true });

    expect(text).toContain('when any of their jobs goes silent or fails (they call this “Nightly backup”).');
    expect(text).not.toContain('the monitor');
  });

  it('keeps the name out of the subject', () => {
    expect(consentMail({ ...INPUT, monitorName: 'You have won' }).subject).not.toContain('won');
  });

  it('lets no name become a link in the mailbox of a stranger', () => {
    const mail = consentMail({ ...INPUT, monitorName: 'Win at https://evil.test/x or a@evil.test' });

    expect(mail.text).toContain(
      '“Win at https:\u200B/\u200B/\u200Bevil.\u200Btest/\u200Bx or a@\u200Bevil.\u200Btest”',
    );
    expect(mail.text).not.toContain('evil.test');
    expect(mail.html).not.toContain('evil.test');
  });

  it('escapes name and address', () => {
    const mail = consentMail({ ...INPUT, monitorName: '<b>x</b>', address: '"<i>"@example.com' });

    expect(mail.html).not.toMatch(/<b>|<i>/);
    expect(mail.html).toContain('&quot;&lt;i&gt;&quot;@example.com');
  });
});
