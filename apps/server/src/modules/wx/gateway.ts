/** A picture sent to the account, unchanged. */
export interface WxMedia {
  readonly bytes: Buffer
  /** As declared by the account; whoever stores the picture must check the bytes. */
  readonly contentType: string
}

/** Crop of a cover, each edge as a share of width or height: left, top, right, bottom. */
export type WxCrop = readonly [number, number, number, number]

/** An article in the form the account accepts. */
export interface WxArticle {
  readonly title: string
  readonly digest: string
  /** Clean HTML whose pictures are hosted by the account (`uploadImage`). */
  readonly content: string
  readonly author?: string
  /** From `uploadMaterial`. */
  readonly coverMediaId: string
  /** Crops for the wide cover, 2.35:1, and the square one. */
  readonly cropWide?: WxCrop
  readonly cropSquare?: WxCrop
}

/** Progress of a publication. `publishing`: check again later. */
export interface WxPublishState {
  readonly state: 'publishing' | 'published' | 'failed'
  readonly articleId?: string
  readonly url?: string
  /** Reason of a failure, for users. */
  readonly reason?: string
}

/** State of a draft whose submission may not have been recorded. */
export type WxDraftState =
  /** Still a draft; it may be submitted. */
  | { readonly state: 'draft' }
  | { readonly state: 'published'; readonly articleId: string; readonly url: string }
  /** Neither a draft nor published: in progress, or removed by hand. */
  | { readonly state: 'gone' }

/** Totals since an article was published. */
export interface WxStats {
  readonly read: number
  readonly like: number
  readonly share: number
  readonly fav: number
}

/** Calls to the public account. All throw {@link WxError} on failure. */
export interface WxGateway {
  readonly name: string
  /** A picture received from a sender. */
  fetchMedia(mediaId: string): Promise<WxMedia>
  /** Replies to a sender (customer message, within 48 h). */
  sendText(openId: string, text: string): Promise<void>
  /** Uploads a picture used inside an article. */
  uploadImage(bytes: Buffer, name: string): Promise<{ readonly url: string }>
  /** Uploads a cover. */
  uploadMaterial(bytes: Buffer, name: string): Promise<{ readonly mediaId: string }>
  addDraft(article: WxArticle): Promise<{ readonly mediaId: string }>
  /** @param mark text that occurs in no other article */
  draftState(draftId: string, mark: string): Promise<WxDraftState>
  publish(draftId: string): Promise<{ readonly publishId: string }>
  publishState(publishId: string): Promise<WxPublishState>
  remove(articleId: string): Promise<void>
  /** @param day of publication, `YYYY-MM-DD` in Shanghai */
  stats(articleId: string, day: string): Promise<WxStats>
}

/** The account is unreachable or refuses. The message is for users and contains no secrets. */
export class WxError extends Error {
  override readonly name = 'WxError'
  /** The account's errcode; undefined = no response, or an unreadable one. */
  readonly code: number | undefined
  /** Whether a retry may help. */
  readonly isPassing: boolean

  constructor(message: string, options: { code?: number; isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.isPassing = options.isPassing ?? true
  }
}
