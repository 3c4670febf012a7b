import type { Request, Response } from 'express'
import type { RequestInfo } from '../graphql/context.ts'
import { requestInfo } from './request-info.ts'

/** What a request to GraphQL brings its plugins. */
export interface GraphqlTurn {
  req: Request
  res: Response
}

/** Who asks over GraphQL, and from where, as the core API wants it. */
export const turnInfo = ({ req, res }: GraphqlTurn): RequestInfo => requestInfo(req, res, 'graphql')
