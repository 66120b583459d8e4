import { expect, it } from 'vitest';
import { markup, trustedMarkup } from '../../../lib/render/markup.ts';

it('a text in a template is escaped for content and for quoted attributes', () => {
  const text = `<b title="it's">&</b>`;

  expect(String(markup`<p title="${text}">${text}</p>`)).toBe(
    '<p title="&lt;b title=&quot;it&#39;s&quot;&gt;&amp;&lt;/b&gt;">&lt;b title=&quot;it&#39;s&quot;&gt;&amp;&lt;/b&gt;</p>',
  );
});

it('markup in a template stays as it is, alone and in a list; null leaves nothing', () => {
  const items = ['<', '>'].map((text) => markup`<li>${text}</li>`);

  expect(String(markup`<ul>${items}</ul>${null}${7}${trustedMarkup('<hr>')}`)).toBe(
    '<ul><li>&lt;</li><li>&gt;</li></ul>7<hr>',
  );
});

it('characters that XML 1.0 cannot carry are left out', () => {
  expect(String(markup`${'a\u0000\u0008\u001b\u007f\u0085\ufffeb\ud800c\td'}`)).toBe('ab\ufffdc\td');
});
