export { createWxGateway, hasWxAccount } from './create-gateway.ts'
export { type WxArticle, WxError, type WxGateway } from './gateway.ts'
export { NO_WX_ACCOUNT } from './no-account.ts'
export { createWxStandIn } from './stand-in.ts'
