import type { FirstAdmin } from '../db/seeds/first-admin.ts'

export interface GreetingFacts {
  readonly url: string
  readonly mqttPort: number | null
  readonly admin: FirstAdmin | undefined
}

/** The first screen of `npm start`: where to go and who may sign in. */
export function greeting({ url, mqttPort, admin }: GreetingFacts): string {
  const lines = ['', `  NATIM 控制台   ${url}`]
  if (mqttPort !== null) lines.push(`  MQTT 接入      mqtt://127.0.0.1:${mqttPort}`)
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
