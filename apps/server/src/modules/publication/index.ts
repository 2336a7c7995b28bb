import { publication } from '@natim/contract/mon/publication.resource'
import { implement } from '../../platform/http/implement.ts'
import { createResource, type Module, resourceHandlers } from '../resource/index.ts'
import { PUBLICATION } from './publication.resource.ts'

export { OPEN_CATEGORIES } from './publication.repository.ts'

/** 发布: the data that the open interface publishes. */
export const publicationModule: Module = {
  routes: (api, { db }) =>
    implement(api, publication.endpoints, resourceHandlers(db, publication, createResource(db, PUBLICATION))),
}
