/** By which CloudFront shows the functions that a call came by it: the origin mark, a secret of the deployment. */
export const ORIGIN_MARK_HEADER = 'x-rollcall-origin-mark';

/** In which CloudFront says who called it, `address:port`; of IPv6 without brackets. */
export const VIEWER_ADDRESS_HEADER = 'cloudfront-viewer-address';
