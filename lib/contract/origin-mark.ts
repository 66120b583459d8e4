/** By which CloudFront shows the functions that a call came by it: the origin mark, a secret of the deployment. */
export const ORIGIN_MARK_HEADER = 'x-rollcall-origin-mark';

/** In which CloudFront says the address of who called it, without a port. */
export const VIEWER_ADDRESS_HEADER = 'x-rollcall-viewer-address';
