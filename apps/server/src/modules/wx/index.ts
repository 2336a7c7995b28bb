export { createWxGateway } from './create-gateway.ts'
export { WxError, type WxGateway } from './gateway.ts'
export { createWxStandIn } from './stand-in.ts'
