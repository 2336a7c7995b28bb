import { type WxArticle, WxError, type WxGateway } from '../../wx/index.ts'

/** Returns configured responses, records calls, and holds the published articles. */
export function fakeAccount() {
  const account = {
    drafts: new Map<string, WxArticle>(),
    /** Published articles, by id. */
    out: new Map<string, WxArticle>(),
    calls: [] as string[],
    /** Errors thrown by the named calls, once each. */
    fails: [] as { call: string; error: Error }[],
    /** Calls that fail after doing their work: the response is lost. */
    loses: [] as string[],
    state: 'published' as 'publishing' | 'published' | 'failed',
    readers: 0,
  }
  let counter = 0
  async function said<T>(call: string, work: () => T): Promise<T> {
    account.calls.push(call)
    const at = account.fails.findIndex((fault) => fault.call === call)
    const [fault] = at === -1 ? [] : account.fails.splice(at, 1)
    if (fault) throw fault.error
    const result = work()
    const lost = account.loses.indexOf(call)
    if (lost !== -1) {
      account.loses.splice(lost, 1)
      throw new WxError('连接公众号失败或超时')
    }
    return result
  }
  const gateway: WxGateway = {
    name: '测试公众号',
    fetchMedia: () => said('fetchMedia', () => ({ bytes: Buffer.alloc(0), contentType: '' })),
    sendText: () => said('sendText', () => undefined),
    uploadImage: (_bytes, name) => said('uploadImage', () => ({ url: `https://img.example/${name}` })),
    uploadMaterial: (_bytes, name) => said('uploadMaterial', () => ({ mediaId: `M-${name}` })),
    addDraft: (article) =>
      said('addDraft', () => {
        const mediaId = `D-${++counter}`
        account.drafts.set(mediaId, article)
        return { mediaId }
      }),
    draftState: (draftId, mark) =>
      said('draftState', () => {
        const found = [...account.out].find(([, { content }]) => content.includes(mark))
        if (found) return { state: 'published' as const, articleId: found[0], url: `https://mp.example/${found[0]}` }
        return { state: account.drafts.has(draftId) ? ('draft' as const) : ('gone' as const) }
      }),
    publish: (draftId) =>
      said('publish', () => {
        const article = account.drafts.get(draftId)
        if (article === undefined) throw new WxError('公众号不认识这个素材', { code: 40_007, isPassing: false })
        account.drafts.delete(draftId)
        account.out.set(`A-${draftId}`, article)
        return { publishId: `P-${draftId}` }
      }),
    publishState: (publishId) =>
      said('publishState', () => {
        const articleId = publishId.replace('P-', 'A-')
        if (account.state === 'failed') account.out.delete(articleId)
        return account.state === 'published'
          ? { state: 'published' as const, articleId, url: `https://mp.example/${articleId}` }
          : { state: account.state, ...(account.state === 'failed' && { reason: '平台审核未通过' }) }
      }),
    remove: (articleId) => said('remove', () => void account.out.delete(articleId)),
    stats: () => said('stats', () => ({ read: account.readers, like: 1, share: 2, fav: 0 })),
  }
  return { account, gateway }
}
