/** An image to start from, checked as the service would check it. */
export interface Source {
  /** The name under which the browser stores it. */
  readonly id: string;
  readonly blob: Blob;
  readonly name: string;
  /** The size of the image when it is shown upright. */
  readonly width: number;
  readonly height: number;
  /** The address for an image element of this page. */
  readonly previewUrl: string;
}
