/** A picture somebody sent to the account, as it came. */
export interface WxMedia {
  readonly bytes: Buffer
  /** What the account says it is; who stores it looks at the bytes. */
  readonly contentType: string
}

/** Part of a cover, each corner as a share of its width or height: left, top, right, bottom. */
export type WxCrop = readonly [number, number, number, number]

/** An article as the account takes it. */
export interface WxArticle {
  readonly title: string
  readonly digest: string
  /** Clean HTML whose pictures lie with the account (`uploadImage`). */
  readonly content: string
  readonly author?: string
  /** From `uploadMaterial`. */
  readonly coverMediaId: string
  /** The wide cover, 2.35:1, and the square one. */
  readonly cropWide?: WxCrop
  readonly cropSquare?: WxCrop
}

/** How far a publication is. `publishing`: ask again. */
export interface WxPublishState {
  readonly state: 'publishing' | 'published' | 'failed'
  readonly articleId?: string
  readonly url?: string
  /** Of a failure, for people. */
  readonly reason?: string
}

/** What became of a draft whose submission was perhaps never recorded. */
export type WxDraftState =
  /** Still a draft; it may be handed in. */
  | { readonly state: 'draft' }
  | { readonly state: 'published'; readonly articleId: string; readonly url: string }
  /** No draft any more, and not among the published: on its way, or removed by hand. */
  | { readonly state: 'gone' }

/** Counted since an article was published. */
export interface WxStats {
  readonly read: number
  readonly like: number
  readonly share: number
  readonly fav: number
}

/** What the console asks of the public account. Every call throws {@link WxError} when it fails. */
export interface WxGateway {
  readonly name: string
  /** A picture somebody sent. */
  fetchMedia(mediaId: string): Promise<WxMedia>
  /** Answers a sender (customer message, within 48 h). */
  sendText(openId: string, text: string): Promise<void>
  /** A picture inside an article. */
  uploadImage(bytes: Buffer, name: string): Promise<{ readonly url: string }>
  /** A cover. */
  uploadMaterial(bytes: Buffer, name: string): Promise<{ readonly mediaId: string }>
  addDraft(article: WxArticle): Promise<{ readonly mediaId: string }>
  /** @param mark text of the article that no other article has */
  draftState(draftId: string, mark: string): Promise<WxDraftState>
  publish(draftId: string): Promise<{ readonly publishId: string }>
  publishState(publishId: string): Promise<WxPublishState>
  remove(articleId: string): Promise<void>
  /** @param day on which the article was published, `YYYY-MM-DD` in Shanghai */
  stats(articleId: string, day: string): Promise<WxStats>
}

/** The account cannot be reached or says no. The message is for people and holds no secret. */
export class WxError extends Error {
  override readonly name = 'WxError'
  /** The errcode of the account; undefined = no answer, or none that is understood. */
  readonly code: number | undefined
  /** Whether asking again later may help. */
  readonly isPassing: boolean

  constructor(message: string, options: { code?: number; isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.isPassing = options.isPassing ?? true
  }
}
