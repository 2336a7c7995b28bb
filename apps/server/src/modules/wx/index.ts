export { createWxGateway } from './create-gateway.ts'
export { type WxArticle, WxError, type WxGateway } from './gateway.ts'
export { createWxStandIn } from './stand-in.ts'
