// Arguments and results of the workspace tools, as far as this page uses them.

export interface FileMetadata {
  /** Absolute path, symbolic links resolved. */
  readonly path: string;
  readonly size: number;
  readonly isDirectory: boolean;
  readonly lastModified: string;
}

export interface FileEntry {
  /** Can be passed back to a tool: relative to the first root, absolute in another. */
  readonly path: string;
  readonly isDirectory: boolean;
  readonly metadata?: FileMetadata;
}

export interface Match {
  readonly path: string;
  /** Counted from 1, like the column. */
  readonly line: number;
  readonly column: number;
  readonly matchText: string;
  /** The whole line, or a part of a very long one. */
  readonly lineText: string;
}

export interface Operation {
  readonly type: "regexReplace";
  readonly pattern: string;
  readonly replacement: string;
  readonly flags?: string;
}

export interface FileChange {
  readonly success: boolean;
  readonly path: string;
  readonly hash: string;
  readonly oldHash?: string;
}

export interface ToolTypes {
  exploreFiles: {
    args: {
      path: string;
      recursive?: boolean;
      excludePatterns?: string[];
      includePatterns?: string[];
      maxDepth?: number;
      returnMetadata?: boolean;
      respectGitignore?: boolean;
      cursor?: string;
    };
    result: { files: FileEntry[]; isTruncated: boolean; totalFound: number; nextCursor?: string };
  };
  readFile: {
    args: { path: string; startLine?: number; endLine?: number; cursor?: string };
    result: {
      content: string;
      metadata: FileMetadata;
      isTruncated: boolean;
      totalLines: number;
      returnedLines: number;
      hash: string;
      encoding: string;
      nextCursor?: string;
    };
  };
  writeFile: {
    args: {
      path: string;
      content: string;
      mode?: "create" | "overwrite" | "append";
      createDirectories?: boolean;
      expectedHash?: string;
    };
    result: FileChange & { bytesWritten: number };
  };
  modifyFile: {
    args: { path: string; operations: Operation[]; expectedHash?: string };
    result: FileChange & { changed: boolean };
  };
  searchFiles: {
    args: {
      paths: string[];
      query: string;
      type: "regex" | "literal";
      recursive?: boolean;
      excludePatterns?: string[];
      includePatterns?: string[];
      respectGitignore?: boolean;
      caseSensitive?: boolean;
      cursor?: string;
    };
    result: {
      matches: Match[];
      isTruncated: boolean;
      totalMatches: number;
      nextCursor?: string;
      skippedFiles?: string[];
    };
  };
  executeCommand: {
    args: { command: string };
    result: { stdout: string; stderr: string; exitCode: number };
  };
  getWorkspaceInfo: {
    args: Record<string, never>;
    result: { root: string; additionalRoots: string[]; defaultExclusions: string[]; readOnly: boolean };
  };
}
