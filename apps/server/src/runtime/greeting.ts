import type { FirstAdmin } from '../db/seeds/first-admin.ts'

export interface GreetingFacts {
  readonly url: string
  /** `host:port` of the embedded broker; undefined while an external one is used. */
  readonly mqttAddress: string | undefined
  readonly admin: FirstAdmin | undefined
}

/** The first screen of `npm start`: where to go and who may sign in. */
export function greeting({ url, mqttAddress, admin }: GreetingFacts): string {
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
  return `${lines.join('\n')}\n\n`
}
