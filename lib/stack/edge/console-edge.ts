import { AllowedMethods, ViewerProtocolPolicy, type BehaviorOptions } from 'aws-cdk-lib/aws-cloudfront';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { documentPaths } from '../../console-build/documents.ts';
import { consoleBucket, consoleOrigin } from './console-bucket.ts';
import { ConsolePaths } from './console-paths.ts';
import { consoleCache, consoleHeaders } from './edge-policies.ts';

export interface ConsoleProps {
  /** Where the browser sends test pings. */
  ingestOrigin: string;
  /** Whether the pages for strangers are served. */
  publicPages: boolean;
}

/** The console and the product page at the edge: files in a bucket, by the paths and with the headers of one machine. */
export class ConsoleEdge extends Construct {
  /** By path, in CloudFront's syntax. */
  readonly behaviours: Record<string, BehaviorOptions>;
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, { ingestOrigin, publicPages }: ConsoleProps) {
    super(scope, id);
    this.bucket = consoleBucket(this);
    const behaviour = {
      origin: consoleOrigin(this, this.bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // The function answers all but GET and HEAD. Without them here CloudFront would, by a 403 of its own.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: consoleCache(this),
      responseHeadersPolicy: consoleHeaders(this, ingestOrigin),
      compress: true,
      ...new ConsolePaths(this, 'Paths').mapped,
    };
    const paths = [...documentPaths(publicPages), '/assets/*'];
    this.behaviours = Object.fromEntries(paths.map((path) => [path, behaviour]));
  }
}
