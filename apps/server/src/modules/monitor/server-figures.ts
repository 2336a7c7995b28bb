import os from 'node:os'
import type { ServerFigures } from '@natim/contract/system/monitor'

/** Machine figures from the operating system. */
export function readServer(): ServerFigures {
  const cpus = os.cpus()
  const [load1 = 0, load5 = 0, load15 = 0] = os.loadavg()
  return {
    hostName: os.hostname(),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    cpuModel: cpus[0]?.model.trim() ?? '',
    // Some systems hide their processors.
    cpuCount: cpus.length || os.availableParallelism(),
    load1,
    load5,
    load15,
    memoryTotalBytes: os.totalmem(),
    memoryFreeBytes: os.freemem(),
    uptimeS: os.uptime(),
  }
}
