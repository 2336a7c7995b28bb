import { channel } from '@natim/contract/mon/channel.resource'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { type Module, resourceModule } from '../record/index.ts'
import { channelHandlers } from './channel.ts'
import { MODEL } from './model.ts'

export const modelModule = resourceModule(MODEL)

export const channelModule: Module<{ readonly db: Db; readonly bus: Bus }> = {
  routes: (api, { db, bus }) => implement(api, channel.endpoints, channelHandlers(db, bus)),
}
