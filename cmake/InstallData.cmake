# Installs data in addition to programs and libraries: robots, scenes, meshes, MJCF and problem
# files (DATADIR/cardan), documents, man pages and completions of the shells. package.xml makes
# DATADIR/cardan the project of the installed scenes, so that they may name the robots and meshes
# beside them.
set(CARDAN_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where the completion of zsh is installed")
set(data ${CMAKE_INSTALL_DATADIR}/cardan)
foreach(folder scenes robots meshes mjcf problems)
  install(DIRECTORY data/${folder} DESTINATION ${data})
endforeach()
install(FILES package.xml DESTINATION ${data})

# bin/cardan finds ../share/cardan in the build tree and in an installation.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_DATADIR})
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/data ${PROJECT_BINARY_DIR}/${data} SYMBOLIC)

install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN man EXCLUDE PATTERN site EXCLUDE)
file(GLOB pages CONFIGURE_DEPENDS docs/man/*.1)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES apps/completion/cardan.bash RENAME cardan DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES apps/completion/cardan.zsh RENAME _cardan DESTINATION ${CARDAN_ZSH_DIR})
install(FILES apps/completion/cardan.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY plugins/example/ DESTINATION ${data}/examples/plugin)
install(DIRECTORY examples/python DESTINATION ${data}/examples)
# Scenes of studies name robots in data/, which is the folder above the examples when installed.
file(GLOB studies CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} examples/studies/*.yaml)
foreach(study IN LISTS studies)
  file(READ ${study} text)
  string(REPLACE "../../data/" "../../" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${study} CONTENT "${text}" @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${study} DESTINATION ${data}/examples/studies)
endforeach()
