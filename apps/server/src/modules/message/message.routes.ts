import { messageSendEndpoints, templateSendEndpoints } from '@natim/contract/system/message'
import { message, template } from '@natim/contract/system/message.resource'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { type Module, resourceHandlers } from '../resource/index.ts'
import { createMessageImport } from './message.resource.ts'
import { createMessageService, type MessageDeps } from './message.service.ts'
import { createTemplateImport } from './template.resource.ts'

export const messageModule: Module<MessageDeps> = {
  sheets: ({ db }) => [createMessageImport(db), createTemplateImport(db)],
  routes(api, deps) {
    const service = createMessageService(deps)
    implement(api, message.endpoints, resourceHandlers(deps.db, message, service.messages))
    implement(api, template.endpoints, resourceHandlers(deps.db, template, service.templates))
    implement(api, messageSendEndpoints, {
      send: async ({ body, ctx }) => {
        await service.send(actorOf(ctx), body.id)
        return withMessage(null, '发送成功！')
      },
    })
    implement(api, templateSendEndpoints, {
      sendMsg: async ({ body, ctx }) => {
        await service.sendFromTemplate(actorOf(ctx), body)
        return withMessage(null, '发送成功！')
      },
    })
  },
}
