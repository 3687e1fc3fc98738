;;; understudy.el --- Next edits from Understudy  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "30.1"))
;; Keywords: convenience, languages

;;; Commentary:

;; Shows the next edit that Understudy suggests, through Eglot or lsp-mode, whichever has started `understudy lsp'
;; in the buffer.  The old text is marked and the new one stands behind the line, so that no text moves.
;;
;;   (require 'understudy)
;;   (understudy-register)            ; tells Eglot and lsp-mode about the server
;;   (add-hook 'prog-mode-hook #'understudy-mode)
;;
;; While a next edit is shown, TAB goes to it and then accepts it, and C-g rejects it.  `understudy-explain' says why
;; there is one, or none.  Code actions (`eglot-code-actions') and lsp-mode's inline completion work without this
;; mode.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(defvar eglot-server-programs)
(defvar lsp-mode)
(declare-function yas-active-snippets "yasnippet")
(declare-function eglot-current-server "eglot")
(declare-function eglot-range-region "eglot")
(declare-function eglot-uri-to-path "eglot")
(declare-function eglot--server-info "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function eglot--VersionedTextDocumentIdentifier "eglot")
(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function jsonrpc-notify "jsonrpc")
(declare-function lsp-find-workspace "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-request-async "lsp-mode")
(declare-function lsp--range-to-region "lsp-mode")
(declare-function lsp--uri-to-path "lsp-mode")
(declare-function lsp--cur-position "lsp-mode")
(declare-function lsp--workspace-status "lsp-mode")
(declare-function lsp--versioned-text-document-identifier "lsp-mode")
(defvar lsp--cur-workspace)
(defvar understudy-mode)

(defgroup understudy nil "Next edits." :group 'tools :prefix "understudy-")

(defcustom understudy-command '("understudy" "lsp")
  "The command line of the server."
  :type '(repeat string))

(defcustom understudy-settings nil
  "Settings of the server, as a property list.
The keys are :enabled, :completion, :engine, :eagerness and :remember."
  :type 'plist)

(defcustom understudy-delay 0.2
  "Idle seconds after a change before the server is asked.
It waits itself until a word is finished."
  :type 'number)

(defface understudy-old '((t :inherit diff-refine-removed)) "The text that the next edit replaces.")
(defface understudy-new '((t :inherit diff-refine-added)) "The text of the next edit.")
(defface understudy-hint '((t :inherit shadow)) "Where the next edit is.")

(cl-defstruct (understudy-suggestion (:copier nil))
  id uri file edits jump sentence tick)

(defvar understudy--current nil "The suggestion that is shown, or nil.")
(defvar understudy--overlays nil)
(defvar understudy--timer nil)
(defvar-local understudy--request-count 0 "The number of requests of this buffer; identifies the newest one.")

;;; The connection: Eglot or lsp-mode

(defun understudy--initialization-options ()
  (append (list :otherDocuments t) understudy-settings))

;;;###autoload
(defun understudy-register (&optional modes)
  "Tell Eglot and lsp-mode about the server.
Eglot has one server for a buffer: it is Understudy for MODES.
Without MODES it is Understudy wherever no other one is set.
lsp-mode starts it beside the other servers of a buffer."
  (with-eval-after-load 'eglot
    (add-to-list 'eglot-server-programs
                 (cons (or modes '(prog-mode text-mode))
                       (lambda (&rest _)
                         (append understudy-command
                                 (list :initializationOptions (understudy--initialization-options)))))
                 (not modes)))
  (with-eval-after-load 'lsp-mode
    (lsp-register-client
     (make-lsp-client :new-connection (lsp-stdio-connection (lambda () understudy-command))
                      :activation-fn (lambda (&rest _) t)
                      :server-id 'understudy
                      :add-on? t
                      :multi-root t
                      :initialization-options #'understudy--initialization-options))))

(defun understudy--workspace ()
  "The workspace of lsp-mode in this buffer, or nil if there is none that answers."
  (when-let* (((bound-and-true-p lsp-mode))
              (workspace (lsp-find-workspace 'understudy (buffer-file-name)))
              ((eq (lsp--workspace-status workspace) 'initialized)))
    workspace))

(defun understudy--server ()
  "The server of Eglot in this buffer, if it is ours, or nil."
  (when-let* (((fboundp 'eglot-current-server))
              (server (eglot-current-server))
              ((equal (plist-get (eglot--server-info server) :name) "understudy")))
    server))

(defun understudy--get (object key)
  "Return the field KEY (a keyword) of a JSON OBJECT.
It is a property list, or in lsp-mode a hash table."
  (let ((value (if (hash-table-p object)
                   (gethash (substring (symbol-name key) 1) object)
                 (plist-get object key))))
    (unless (memq value '(:null :json-null)) value)))

(defun understudy--request (method params done)
  "Send the request METHOD with PARAMS, and call DONE with its result."
  (if-let* ((workspace (understudy--workspace)))
      (let ((lsp--cur-workspace workspace))
        (lsp-request-async method params done :error-handler #'ignore :mode 'alive))
    (when-let* ((server (understudy--server)))
      (jsonrpc-async-request server (intern (concat ":" method)) params
                             :success-fn done :error-fn #'ignore :timeout-fn #'ignore))))

(defun understudy--position-params ()
  (if (understudy--workspace)
      (list :textDocument (lsp--versioned-text-document-identifier) :position (lsp--cur-position))
    (eglot--signal-textDocument/didChange) ; so that the server knows this text
    (list :textDocument (eglot--VersionedTextDocumentIdentifier) :position (eglot--pos-to-lsp-position))))

(defun understudy--execute (command &rest arguments)
  (understudy--request "workspace/executeCommand"
                       (list :command command :arguments (vconcat arguments))
                       (lambda (&rest _) (force-mode-line-update)))) ; Eglot counts requests there

(defun understudy--region (range)
  "Return the region of an LSP RANGE in this buffer, as a cons."
  (if (understudy--workspace) (lsp--range-to-region range) (eglot-range-region range)))

(defun understudy--file (uri)
  (if (understudy--workspace) (lsp--uri-to-path uri) (eglot-uri-to-path uri)))

;;; Asking

(defun understudy-request (&optional by-user)
  "Ask for the next edit.  BY-USER means that less certain ones are welcome too."
  (interactive (list t))
  (when (and understudy-mode (or (understudy--workspace) (understudy--server)))
    (let ((buffer (current-buffer))
          (number (cl-incf understudy--request-count))
          (tick (buffer-chars-modified-tick)))
      (understudy--request
       "textDocument/copilotInlineEdit"
       (append (understudy--position-params) (list :context (list :triggerKind (if by-user 1 2))))
       (lambda (result)
         (when (buffer-live-p buffer)
           (with-current-buffer buffer
             (when (and (= number understudy--request-count) (= tick (buffer-chars-modified-tick)))
               (understudy--receive result)))))))))

(defun understudy--receive (result)
  "Show the suggestion of RESULT, or nothing."
  (let* ((edits (append (understudy--get result :edits) nil))
         (jump (understudy--get result :jump))
         (first (or (car edits) jump)))
    (understudy--clear)
    (when first
      (let* ((uri (understudy--get (understudy--get first :textDocument) :uri))
             (file (understudy--file uri))
             (target (find-buffer-visiting file)))
        (setq understudy--current
              (make-understudy-suggestion
               :id (elt (understudy--get (understudy--get first :command) :arguments) 0)
               :uri uri :file file :edits (or edits (list jump)) :jump (and jump t)
               :sentence (understudy--get result :sentence)
               :tick (and target (with-current-buffer target (buffer-chars-modified-tick)))))
        (understudy--draw)))))

(defun understudy--ask-soon (&rest _)
  "Ask when the user pauses."
  (when (timerp understudy--timer) (cancel-timer understudy--timer))
  (let ((buffer (current-buffer)))
    (setq understudy--timer
          (run-with-idle-timer understudy-delay nil
                               (lambda ()
                                 (when (eq buffer (window-buffer (selected-window)))
                                   (with-current-buffer buffer (understudy-request))))))))

(defun understudy--after-change (&rest _)
  (understudy--clear)
  (understudy--ask-soon))

;;; Drawing

(defun understudy--clear ()
  (mapc #'delete-overlay understudy--overlays)
  (setq understudy--overlays nil
        understudy--current nil))

(defun understudy--target ()
  "The buffer of the suggestion; nil if its file is not visited."
  (and understudy--current (find-buffer-visiting (understudy-suggestion-file understudy--current))))

(defun understudy--start ()
  "Where the suggestion begins, in its buffer."
  (car (understudy--region (understudy--get (car (understudy-suggestion-edits understudy--current)) :range))))

(defun understudy--add-overlay (start end &rest properties)
  (let ((overlay (make-overlay start end)))
    (while properties (overlay-put overlay (pop properties) (pop properties)))
    (push overlay understudy--overlays)))

(defun understudy--behind-line (position text face)
  "Show TEXT behind the line of POSITION."
  (save-excursion
    (goto-char position)
    (let ((end (line-end-position)))
      (understudy--add-overlay end end 'after-string
                               (concat (propertize "  " 'cursor t) (propertize text 'face face))))))

(defun understudy--describe (old new)
  (let ((line (string-trim (replace-regexp-in-string "[ \t\r\n]+" " " new))))
    (cond ((string-empty-p new) "» delete")
          ((string-empty-p old) (concat "+ " (truncate-string-to-width line 60 nil nil t)))
          (t (concat "→ " (truncate-string-to-width line 60 nil nil t))))))

(defun understudy--draw ()
  (let ((target (understudy--target)) (suggestion understudy--current))
    (when target
      (with-current-buffer target
        (dolist (edit (understudy-suggestion-edits suggestion))
          (pcase-let* ((`(,start . ,end) (understudy--region (understudy--get edit :range))))
            (unless (= start end) (understudy--add-overlay start end 'face 'understudy-old))
            (understudy--behind-line
             start
             (if (understudy-suggestion-jump suggestion) "» next edit"
               (understudy--describe (buffer-substring-no-properties start end) (understudy--get edit :text)))
             'understudy-new)))))
    (unless (and (eq target (current-buffer))
                 (pos-visible-in-window-p (understudy--start)))
      (understudy--behind-line (point) (understudy--place) 'understudy-hint))))

(defun understudy--place ()
  (let ((line (1+ (understudy--get
                   (understudy--get (understudy--get (car (understudy-suggestion-edits understudy--current)) :range)
                                    :start)
                   :line))))
    (if (eq (understudy--target) (current-buffer))
        (format "» line %d" line)
      (format "» %s:%d" (file-name-nondirectory (understudy-suggestion-file understudy--current)) line))))

;;; Commands

(defun understudy--at-point-p ()
  "Whether point is on a line of the suggestion."
  (and (eq (understudy--target) (current-buffer))
       (pcase-let ((`(,start . ,end)
                    (understudy--region
                     (understudy--get (car (understudy-suggestion-edits understudy--current)) :range))))
         (<= (save-excursion (goto-char start) (line-beginning-position)) (point)
             (save-excursion (goto-char (max start end)) (line-end-position))))))

(defun understudy-accept-or-jump ()
  "Accept the next edit if point is on its line, otherwise go to it."
  (interactive)
  (cond ((not understudy--current) (user-error "There is no next edit"))
        ((and (understudy--at-point-p) (not (understudy-suggestion-jump understudy--current))) (understudy-accept))
        (t (understudy-next))))

(defun understudy-next ()
  "Go to the next edit."
  (interactive)
  (let ((suggestion (or understudy--current (user-error "There is no next edit"))))
    (push-mark nil t)
    (unless (eq (understudy--target) (current-buffer))
      (find-file (understudy-suggestion-file suggestion)))
    (goto-char (let ((understudy--current suggestion)) (understudy--start)))
    (if (understudy-suggestion-jump suggestion)
        (progn (understudy--execute "understudy.accept" (understudy-suggestion-id suggestion))
               (understudy--clear))
      (understudy--ask-soon))))

(defun understudy-accept ()
  "Apply the next edit."
  (interactive)
  (let* ((suggestion (or understudy--current (user-error "There is no next edit")))
         (target (understudy--target)))
    (unless target (user-error "Go to the next edit first"))
    (with-current-buffer target
      (unless (eql (understudy-suggestion-tick suggestion) (buffer-chars-modified-tick))
        (understudy--clear)
        (user-error "The text has changed; ask again"))
      (atomic-change-group
        (dolist (edit (reverse (understudy-suggestion-edits suggestion)))
          (pcase-let ((`(,start . ,end) (understudy--region (understudy--get edit :range))))
            (goto-char start)
            (delete-region start end)
            (insert (string-replace "\r" "" (understudy--get edit :text))))))
      (when (and (not (understudy--workspace)) (understudy--server)) (eglot--signal-textDocument/didChange))
      (understudy--execute "understudy.accept" (understudy-suggestion-id suggestion)))
    (understudy--clear)
    (understudy--ask-soon)))

(defun understudy-reject ()
  "Reject the next edit; it is not suggested here again."
  (interactive)
  (let ((suggestion (or understudy--current (user-error "There is no next edit"))))
    ;; The answer to an earlier request would have it again.
    (when (timerp understudy--timer) (cancel-timer understudy--timer))
    (cl-incf understudy--request-count)
    (understudy--execute "understudy.reject" (understudy-suggestion-id suggestion))
    (understudy--clear)
    (message "Rejected")))

(defun understudy-explain ()
  "Say why there is a next edit, or none."
  (interactive)
  (understudy--request
   "workspace/executeCommand" (list :command "understudy.explain" :arguments [(:show :json-false)])
   (lambda (result)
     (message "Understudy: %s" (or (and result (understudy--get result :sentence))
                                   "no next edit was asked for yet.")))))

;;; The mode

(defun understudy--menu-p ()
  "Whether a menu of completions is open, whose keys come first."
  (or completion-in-region-mode
      (bound-and-true-p company-candidates)
      (bound-and-true-p completion-preview-active-mode)))

(defun understudy--indenting-p ()
  "Whether point is on an empty line that the next edit does not change."
  (and (save-excursion (beginning-of-line) (looking-at-p "[ \t]*$"))
       (not (understudy--at-point-p))))

(defun understudy--filter-reject (command)
  "Return COMMAND, or nil where its key has its other meaning."
  (and understudy-mode (not (region-active-p)) (not (understudy--menu-p)) command))

(defun understudy--filter-accept (command)
  "Return COMMAND, or nil where its key has its other meaning."
  (and understudy-mode
       (not (understudy--menu-p))
       (not (and (fboundp 'yas-active-snippets) (yas-active-snippets)))
       (not (understudy--indenting-p))
       command))

(defvar understudy-active-map
  (let ((map (make-sparse-keymap))
        (accept '(menu-item "" understudy-accept-or-jump :filter understudy--filter-accept)))
    (define-key map (kbd "TAB") accept)
    (define-key map [tab] accept)
    (define-key map (kbd "C-g") '(menu-item "" understudy-reject :filter understudy--filter-reject))
    map)
  "The keys while a next edit is shown, in buffers of `understudy-mode'.")

(defvar understudy--keymaps `((understudy--current . ,understudy-active-map)))

;;;###autoload
(define-minor-mode understudy-mode
  "Show the next edit that Understudy suggests."
  :lighter (:eval (if understudy--current " »" ""))
  (if understudy-mode
      (progn
        (add-to-list 'emulation-mode-map-alists 'understudy--keymaps)
        (add-hook 'after-change-functions #'understudy--after-change nil t))
    (remove-hook 'after-change-functions #'understudy--after-change t)
    (understudy--clear)))

(provide 'understudy)
;;; understudy.el ends here
