import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Shown } from '../../parts/shown.tsx';
import { Table } from '../../parts/table.tsx';
import { SiteFrame } from '../../site/site-frame.tsx';

type Partners = Output<'getPartners'>;

/** Where sponsors are shown, at what prices, and who they are. */
export function Screen() {
  const partners = useRemote('getPartners', {}, { isPolled: false });
  return (
    <SiteFrame>
      <h1 tabIndex={-1}>Partners</h1>
      <Shown of={partners}>{(value) => <Offer offer={value} />}</Shown>
    </SiteFrame>
  );
}

function Offer({ offer }: { offer: Partners }) {
  return (
    <>
      <p class="lead">{offer.descricao}</p>
      <Sponsors sponsors={offer.current_sponsors} />
      <section class="step wide-step">
        <h2>Places</h2>
        <Table
          name="Places"
          columns={[
            { label: 'Place' },
            { label: 'Where', isWide: true },
            { label: '30 days', isNumber: true },
            { label: '90 days', isNumber: true },
            { label: '365 days', isNumber: true },
          ]}
        >
          {offer.placements.map(({ id, nome, onde, exposure, disponivel }) => (
            <tr key={id}>
              <td class="words">
                {nome}
                {!disponivel && <span class="soft"> (taken)</span>}
              </td>
              <td class="wide">{withCode(onde)}</td>
              {exposure.map(({ dias, price_usd: usd }) => (
                <td key={dias} class="number">
                  {usd === null ? 'ask' : `${usd.toFixed(2)}\u00a0USD`}
                </td>
              ))}
            </tr>
          ))}
        </Table>
        <p class="hint">{offer.politica}</p>
        <p class="actions">
          <a class="button main" href="/contact">
            Make a proposal
          </a>
        </p>
      </section>
    </>
  );
}

/** What stands between backticks is a name of the API. */
function withCode(text: string) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}

function Sponsors({ sponsors }: { sponsors: Partners['current_sponsors'] }) {
  if (sponsors.length === 0) return null;
  return (
    <section class="step">
      <h2>Sponsors now</h2>
      <ul>
        {sponsors.map(({ id, nome, url, frase }) => (
          <li key={id}>
            <a href={url} rel="sponsored noopener" target="_blank">
              <bdi>{nome}</bdi>
            </a>{' '}
            {frase}
          </li>
        ))}
      </ul>
    </section>
  );
}
