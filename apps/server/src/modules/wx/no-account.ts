import { WxError, type WxGateway } from './gateway.ts'

const refuse = () => Promise.reject(new WxError('尚未配置公众号', { isPassing: false }))

/** Used without a configured account: every call fails with a message instead of waiting silently. */
export const NO_WX_ACCOUNT: WxGateway = {
  name: '尚未配置公众号',
  fetchMedia: refuse,
  sendText: refuse,
  uploadImage: refuse,
  uploadMaterial: refuse,
  addDraft: refuse,
  draftState: refuse,
  publish: refuse,
  publishState: refuse,
  remove: refuse,
  stats: refuse,
}
