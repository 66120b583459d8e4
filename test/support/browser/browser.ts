/** Where mails with codes come in: a service's mailbox, or a test's own. */
interface Mailed {
  mailbox: { messages(): readonly { to: string; text: string | null }[] };
}

/** A browser as far as HTTP goes: it keeps cookies by host and port, and follows nothing by itself. */
export class TestBrowser {
  readonly #jars = new Map<string, Map<string, string>>();

  /** The value of a cookie that a site has set here. */
  cookie(site: string, name: string): string | undefined {
    return this.#jarOf(site).get(name);
  }

  setCookie(site: string, name: string, value: string): void {
    this.#jarOf(site).set(name, value);
  }

  async open(
    url: string,
    options: { form?: Record<string, string>; json?: object; headers?: Record<string, string> } = {},
  ) {
    const { form, json } = options;
    const jar = this.#jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, {
      method: form || json ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(json && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
      ...(json && { body: JSON.stringify(json) }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = reply.headers.get('location');
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      text,
      location: location === null ? null : new URL(location, url).href,
    };
  }

  /** Goes where it is sent, up to the first address that `until` names or a page. */
  async follow(url: string, until: (url: string) => boolean = () => false) {
    let here = url;
    for (let hop = 0; hop < 12; hop += 1) {
      if (until(here)) return { url: here, reply: null };
      const reply = await this.open(here);
      const sent = reply.location ?? (await this.#submit(here, reply.text));
      if (sent === null) return { url: here, reply };
      here = sent;
    }
    throw new Error(`Sent on without end, at last to ${here}.`);
  }

  /** Sends a form that a page sends by itself; returns where to, null for any other page. */
  async #submit(url: string, page: string): Promise<string | null> {
    if (!page.includes('.submit()')) return null;
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? url;
    const fields = page.matchAll(/<input[^>]* name="([^"]+)" value="([^"]*)"/g);
    const form = Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
    return (await this.open(new URL(action, url).href, { form })).location;
  }

  #jarOf(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }
}

/** The newest code that was mailed to an address. */
export function codeMailedTo(service: Mailed, email: string): string {
  const mail = service.mailbox.messages().find(({ to }) => to === email);
  const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`No code was mailed to ${email}.`);
  return code;
}

/** Signs in at an issuer such as the service's own by the mailed code; ends at the callback's address, which is not opened yet. */
export async function toCallback(
  browser: TestBrowser,
  service: Mailed & { url: string },
  email: string,
  path = '/auth/login',
): Promise<string> {
  const isBack = (url: string) => url.startsWith(`${service.url}/auth/callback`);
  const asked = await browser.follow(service.url + path, isBack);
  if (asked.reply === null) return asked.url;
  await browser.open(asked.url, { form: { email } });
  const sent = await browser.open(asked.url, { form: { code: codeMailedTo(service, email) } });
  if (sent.location === null) throw new Error(`The code was not taken: ${sent.text}`);
  return (await browser.follow(sent.location, isBack)).url;
}
