/** Whether this deployment has the pages for strangers: contact, partners, numbers. */
export const arePublicPagesShown =
  document.querySelector<HTMLMetaElement>('meta[name=public-pages]')?.content === 'on';
