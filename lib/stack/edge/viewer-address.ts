import { Stack } from 'aws-cdk-lib';
import { Function, FunctionCode, FunctionEventType, FunctionRuntime, type FunctionAssociation } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import { Construct } from 'constructs';
import { VIEWER_ADDRESS_HEADER } from '../../contract/origin-mark.ts';

/** Runs at the edge, in CloudFront's own JavaScript: one that the viewer sent is overwritten. */
export const viewerAddressCode = `function handler(event) {
  event.request.headers['${VIEWER_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return event.request;
}`;

/**
 * Says in a header who called CloudFront. A header of our own, since which of CloudFront's own headers a managed policy
 * passes on is said differently in different places.
 */
export class ViewerAddress extends Construct {
  readonly #function: Function;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#function = new Function(this, 'Function', {
      code: FunctionCode.fromInline(viewerAddressCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: `${Stack.of(this).stackName}: says the functions who calls.`,
    });
  }

  /** For the paths on which somebody asks who calls. */
  get said(): { functionAssociations: FunctionAssociation[] } {
    return {
      functionAssociations: [{ function: this.#function, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }
}
