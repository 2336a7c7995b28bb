import { resourceModule } from '../resource/index.ts'
import { CHANNEL } from './channel.resource.ts'
import { MODEL } from './model.resource.ts'

export const modelModule = resourceModule(MODEL)

export const channelModule = resourceModule(CHANNEL, 'registers')
