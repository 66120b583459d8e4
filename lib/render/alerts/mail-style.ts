import { type Colour, DARK, LIGHT, SIZES } from '../tokens.ts';

/** What a mail can be about: a state, or nothing of the kind. */
export type Tone = Extract<Colour, 'accent' | 'ok' | 'late' | 'notice'>;

const { paper, card, ink, soft, rule, sunken, accent, 'on-fill': onFill } = LIGHT;
const RADIUS = SIZES['radius-m'];

/** The styles of a mail's elements, inline: many mail programs read no others, and no custom properties. */
export const STYLES = {
  body: `margin:0;padding:16px;background:${paper};color:${ink};font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif`,
  page: 'max-width:600px;margin:0 auto',
  brand: `margin:0 0 12px;color:${soft};font-size:14px;font-weight:600`,
  card: `padding:24px 24px 8px;border:1px solid ${rule};border-radius:${RADIUS};background:${card}`,
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3;overflow-wrap:anywhere',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  table: 'border-collapse:collapse;margin:0 0 16px',
  label: `padding:4px 16px 4px 0;color:${soft};text-align:left;vertical-align:top;font-weight:normal;white-space:nowrap`,
  value: 'padding:4px 0;vertical-align:top;overflow-wrap:anywhere',
  list: 'margin:0 0 16px;padding:0 0 0 20px',
  item: 'margin:0 0 12px;overflow-wrap:anywhere',
  outputLabel: 'margin:0 0 4px',
  output: `margin:0 0 16px;padding:12px;border-radius:${RADIUS};background:${sunken};font:13px/1.45 Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere`,
  action: 'margin:0 0 16px',
  button: `display:inline-block;padding:10px 16px;border-radius:${RADIUS};background:${accent};color:${onFill};font-weight:600;text-decoration:none`,
  link: `color:${accent}`,
  footer: `margin:16px 0 0;padding:0 0 16px;color:${soft};font-size:13px`,
  footerLink: `color:${soft}`,
} as const;

const TONES: readonly Tone[] = ['accent', 'ok', 'late', 'notice'];

/** For mail programs that know the theme of the system; it has to go before what is inline. */
export const DARK_STYLE = `@media(prefers-color-scheme:dark){
.paper{background:${DARK.paper}!important;color:${DARK.ink}!important}
.card{background:${DARK.card}!important;border-color:${DARK.rule}!important}
.soft{color:${DARK.soft}!important}
.output{background:${DARK.sunken}!important}
.link{color:${DARK.accent}!important}
.button{background:${DARK.accent}!important;color:${DARK['on-fill']}!important}
${TONES.map((tone) => `.card.${tone}{border-top-color:${DARK[tone]}!important}`).join('\n')}
}`;
