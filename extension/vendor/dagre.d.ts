// The part of @dagrejs/dagre that Cairn uses.

export class Graph {
  setGraph(label: { rankdir: "LR" | "TB"; ranksep: number; nodesep: number; edgesep?: number; ranker?: string; acyclicer?: string }): this;
  graph(): { width: number; height: number };
  setNode(id: string, size: { width: number; height: number }): this;
  node(id: string): { x: number; y: number };
  setEdge(from: string, to: string, label: { width?: number; height?: number; labelpos?: "c" }): this;
  edge(from: string, to: string): { points: { x: number; y: number }[]; x?: number; y?: number };
}

export function layout(graph: Graph): void;
