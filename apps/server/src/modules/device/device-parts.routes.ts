import { resourceModule } from '../record/index.ts'
import { CHANNEL } from './channel.ts'
import { MODEL } from './model.ts'

export const modelModule = resourceModule(MODEL)

export const channelModule = resourceModule(CHANNEL, 'registers')
