import { markup } from '../markup.ts';
import { plainPage } from '../plain-page.ts';

/** The page behind the link of a report: whether more of them come, and a button that POSTs. */
export function reportPage({ isOn, token }: { isOn: boolean; token: string }): string {
  const button = markup`<form method="post" action="/report/${token}/stop"><button>Stop these reports</button></form>
`;
  return plainPage({
    title: 'Rollcall reports by e-mail',
    heading: isOn ? 'Stop these reports?' : 'No more reports',
    main: markup`<p>${isOn ? 'You get reports of these jobs by mail. Alerts are something else: they go on.' : 'You get no more reports of these jobs. Alerts go on as before.'}</p>
${isOn ? button : null}<p>Reports are switched on and off on <a href="/app/account">your account page</a>.</p>`,
  });
}
