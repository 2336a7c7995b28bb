/** Texts of the reasons recorded by the status machine (domain §3.3). */
const REASONS: Readonly<Record<string, string>> = {
  message: '收到消息',
  timeout: '超时无消息',
  'last-will': '连接断开',
  gateway: '所属网关离线',
  'fault-flag': '设备上报故障',
  'bad-channel': '通道数据持续异常',
  maintenance: '维护窗口',
  retired: '已报废',
  'never-connected': '从未接入',
  flapping: '频繁上下线',
}

/** Unknown reasons are shown as they are. */
export const reasonText = (reason: string): string => REASONS[reason] ?? reason
