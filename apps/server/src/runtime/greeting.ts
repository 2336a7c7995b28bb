import type { FirstAdmin } from '../db/seeds/first-admin.ts'

export interface GreetingFacts {
  readonly url: string
  /** `host:port` of the embedded broker; undefined while an external one is used, or it does not listen yet. */
  readonly mqttAddress: string | undefined
  readonly admin: FirstAdmin | undefined
  /** The demonstration network is loading: the console is available, its figures and the broker come later. */
  readonly isDemoLoading?: boolean
}

/** The first screen of `npm start`: the URL and the sign-in. */
export function greeting({ url, mqttAddress, admin, isDemoLoading }: GreetingFacts): string {
  const lines = ['', `  NATIM 控制台   ${url}`]
  if (mqttAddress !== undefined) lines.push(`  MQTT 接入      mqtt://${mqttAddress}`)
  if (admin?.generated) {
    lines.push(`  首个管理员     ${admin.username} / ${admin.generated.password}`)
    lines.push(`                 仅显示一次，保存于 ${admin.generated.file}`)
  } else if (admin) {
    lines.push(`  首个管理员     ${admin.username}，密码取自 ADMIN_PASSWORD`)
  } else {
    lines.push('  登录           使用已有账号')
  }
  if (isDemoLoading) lines.push('  演示网络       正在载入，现在即可登录；设备数据和 MQTT 接入在载入后可用')
  return `${lines.join('\n')}\n\n`
}
